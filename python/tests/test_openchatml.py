"""Run against the installed package: ``python -m unittest discover -s tests``."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path

import openchatml

GOOD = {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Hello"}]}
HIDDEN = {
    "messages": [
        {"role": "system", "content": "SECRET"},
        {"role": "user", "content": "Grüße 👋\ud800"},
        {"role": "assistant", "content": "Hello", "reasoning_content": "SECRET"},
    ]
}
BAD = {"messages": [{"role": "user", "content": "Hi"}, {"role": "asistant", "content": "Hello"}]}


class Check(unittest.TestCase):
    def test_rows(self):
        self.assertEqual(openchatml.check(GOOD), [])
        found = openchatml.check([GOOD, BAD, GOOD, BAD], training=True)
        self.assertEqual({problem.row for problem in found if "assistant" in problem.message}, {1, 3})
        self.assertEqual({problem.row for problem in found if problem.code == "row-duplicate"}, {2, 3})
        self.assertEqual(openchatml.check(GOOD, training=True), [])
        first = next(problem for problem in found if "Did you mean `assistant`?" in problem.message)
        text = json.dumps(BAD, separators=(",", ":"))
        self.assertEqual(text[first.start : first.end].strip('"'), "asistant")

    def test_options(self):
        code = openchatml.check(BAD)[0].code
        self.assertEqual(openchatml.check(BAD, rules={code: "off"}), [])
        self.assertEqual(openchatml.check(BAD, rules={code: "error"})[0].severity, "error")
        for wrong in ({"profile": "--help"}, {"profile": "nobody"}, {"rules": {"no-such": "off"}}):
            with self.assertRaises(openchatml.OpenChatMLError):
                openchatml.check(GOOD, **wrong)

    def test_text(self):
        found = openchatml.check_text("<|start|>asistant<|message|>x<|end|>")
        self.assertEqual([(one.code, one.line, one.column, one.row) for one in found], [("E-PARSE-HEADER", 1, 10, None)])

    def test_no_rows(self):
        for given in ("train.jsonl", Path("train.jsonl"), b"{}"):
            with self.assertRaisesRegex(TypeError, "iter_check takes the path"):
                openchatml.check(given)

    def test_any_value(self):
        openchatml.check([HIDDEN, {}, {"messages": "\n\u2028\x00"}, {"messages": [None, 1, [[]]]}, {"__proto__": 1}])
        self.assertEqual(openchatml.check(GOOD), [])

    def test_threads(self):
        counts = []
        work = lambda: counts.append(len(openchatml.check([BAD, GOOD] * 50)))
        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(set(counts), {50})

    def test_valid_rows(self):
        broken = {"messages": [{"role": "user", "content": 5}, {"role": "assistant", "content": "x"}]}
        batch = {"messages": [GOOD["messages"], broken["messages"], BAD["messages"]]}
        self.assertEqual(openchatml.valid_rows(training=True)(batch), [True, False, True])
        self.assertEqual(openchatml.valid_rows(severity="warning")(batch), [True, False, False])
        with self.assertRaises(ValueError):
            openchatml.valid_rows(severity="bad")

    def test_the_error_of_a_generator_is_raised(self):
        def rows():
            yield GOOD
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            openchatml.check(rows())
        with self.assertRaises(TypeError):
            openchatml.check([{"messages": object()}])


class File(unittest.TestCase):
    def test_iter_check(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "--train.jsonl"
            path.write_text("".join(json.dumps(row) + "\n" for row in [GOOD, BAD, GOOD]))
            found = list(openchatml.iter_check(path))
            self.assertEqual({(one.row, one.line) for one in found}, {(1, 2)})
            with self.assertRaises(openchatml.OpenChatMLError):
                list(openchatml.iter_check(Path(folder) / "absent.jsonl"))
            # An abandoned iterator must not leave a process running.
            path.write_text((json.dumps(BAD) + "\n") * 20_000)
            first = next(openchatml.iter_check(path))
            self.assertEqual(first.row, 0)

    def test_memory_is_flat(self):
        rows = int(os.environ.get("OCML_PYTHON_ROWS", "20000"))
        script = (
            "import openchatml, resource, sys, json\n"
            f"row = {GOOD!r}\n"
            "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
            "openchatml.check(row for _ in range(1000))\n"
            "before = peak()\n"
            f"openchatml.check(row for _ in range({rows}))\n"
            "print(peak() - before)\n"
        )
        grown = int(subprocess.run([sys.executable, "-c", script], check=True, stdout=subprocess.PIPE).stdout)
        self.assertLess(grown, 4_000)


class Views(unittest.TestCase):
    def test_user_view(self):
        seen = openchatml.user_view([HIDDEN, GOOD])
        self.assertNotIn("SECRET", json.dumps(seen))
        self.assertEqual([len(messages) for messages in seen], [2, 2])
        with self.assertRaises(openchatml.OpenChatMLError):
            openchatml.user_view([GOOD, {"x": 1}])

    def test_render(self):
        prompt = openchatml.render(GOOD, "chatml")
        self.assertIn("<|im_start|>user\nHi<|im_end|>", prompt)
        self.assertLess(len(openchatml.render(GOOD, "chatml", add_generation_prompt=False)), len(prompt))
        with self.assertRaises(openchatml.OpenChatMLError):
            openchatml.render(GOOD, "no such template")

    def test_mask(self):
        with tempfile.TemporaryDirectory() as folder:
            tokenizer = Path(folder) / "tokenizer.json"
            vocabulary = {"[UNK]": 0, "Hi": 1, "Hello": 2}
            tokenizer.write_text(
                json.dumps({"version": "1.0", "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "[UNK]"}})
            )
            made = openchatml.mask([GOOD, GOOD], tokenizer=tokenizer, template="chatml")
            self.assertEqual(made.summary["rows"], 2)


if __name__ == "__main__":
    unittest.main()
