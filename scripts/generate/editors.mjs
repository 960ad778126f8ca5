// Generates the files in `editors/` with which other editors color transcripts and start the language server.
import { fenceNames } from './fences.mjs';

/** Sorts names by length, longest first, since a shorter alternative would match the beginning of a longer name. */
const byLength = (names) => [...new Set(names)].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

/** Returns the names that are colored, by kind. */
function namesOf(facts) {
  const tokens = Object.values(facts.tokensOf).flatMap((list) => list.map(({ text }) => text));
  return {
    tokens: byLength([...tokens, ...facts.chatmlTokens.map(({ text }) => text)]),
    openers: byLength(
      Object.values(facts.tokensOf).flatMap((list) =>
        list.flatMap(({ kind, text }) => (kind === 'opener' ? text : [])),
      ),
    ),
    roles: byLength([...facts.roles, ...facts.chatmlRoles, ...facts.llamaRoles].map(({ name }) => name)),
    shown: facts.channels.filter(({ visible }) => visible).map(({ name }) => name),
    hidden: facts.channels.filter(({ visible }) => !visible).map(({ name }) => name),
    attributes: byLength(facts.attributes.map(({ name }) => name)),
    tags: byLength(facts.tags.map(({ name }) => name)),
    endings: fenceNames(facts),
  };
}

const generatedNote = 'Written by scripts/generate/editors.mjs from the facts of the languages; do not edit.';

/** Returns the generated files by path. */
export function editorFiles(facts) {
  const names = namesOf(facts);
  return {
    'editors/vim/ftdetect/ocml.vim': vimDetection(names),
    'editors/vim/syntax/ocml.vim': vimSyntax(names),
    'editors/emacs/ocml-mode.el': emacsMode(names),
    'editors/kakoune/ocml.kak': kakoune(names),
    'editors/helix/languages.toml': helix(names),
  };
}

/** Escapes a text for Vim's “very magic” patterns, in which characters such as `<`, `|` and `>` are special. */
const inVim = (text) => text.replace(/[\\<>|()[\]{}@%=+?&.~$^*]/g, '\\$&');
const anyInVim = (list) => `\\v%(${list.map(inVim).join('|')})`;

const vimDetection = ({ endings }) => `" ${generatedNote}
autocmd BufNewFile,BufRead ${endings.map((one) => `*.${one}`).join(',')} setfiletype ocml
`;

const vimSyntax = ({
  tokens,
  openers,
  roles,
  shown,
  hidden,
  attributes,
  tags,
}) => `" OpenChatML, Harmony, ChatML and Llama 3
" ${generatedNote}
if exists('b:current_syntax')
  finish
endif
syntax case match
" Vim parses from at least 200 lines above the visible ones, so that it finds the header of a long message.
syntax sync minlines=200

syntax match ocmlToken /${anyInVim(tokens)}/
syntax match ocmlTag /\\v\\<\\/?%(${tags.map(inVim).join('|')})\\>/
syntax region ocmlHeader matchgroup=ocmlOpener start=/${anyInVim(openers)}/ end=/\\v\\<\\|%(message|end_header_id)\\|\\>|$/me=s-1 contains=ocmlToken,ocmlRole,ocmlHidden,ocmlShown,ocmlAttribute keepend
syntax keyword ocmlRole ${roles.join(' ')} contained
syntax keyword ocmlShown ${shown.join(' ')} contained
syntax keyword ocmlHidden ${hidden.join(' ')} contained
syntax match ocmlAttribute /\\v<%(${attributes.join('|')})\\=/me=e-1 contained

highlight default link ocmlToken Keyword
highlight default link ocmlOpener Keyword
highlight default link ocmlTag Special
highlight default link ocmlRole Type
highlight default link ocmlShown Function
highlight default link ocmlHidden Comment
highlight default link ocmlAttribute Identifier

let b:current_syntax = 'ocml'
`;

const inEmacs = (list) => list.map((one) => JSON.stringify(one)).join(' ');

const emacsMode = ({
  tokens,
  roles,
  shown,
  hidden,
  attributes,
  tags,
  endings,
}) => `;;; ocml-mode.el --- Language model transcripts  -*- lexical-binding: t; -*-
;; ${generatedNote}

;;; Commentary:
;; Colors OpenChatML, Harmony, ChatML and Llama 3.  With Eglot, \`M-x eglot' starts the language server, which \`npm install --global
;; openchatml' installs: problems, fixes, completion, hovers, rename.  \`M-x ocml-preview' shows what users see in a browser.

;;; Code:

(defconst ocml-mode-keywords
  (list
   (cons (regexp-opt '(${inEmacs(tokens)})) 'font-lock-keyword-face)
   (cons (concat "</?" (regexp-opt '(${inEmacs(tags)})) ">") 'font-lock-builtin-face)
   (cons (concat "|>" (regexp-opt '(${inEmacs(shown)})) "\\\\>") 'font-lock-function-name-face)
   (cons (concat "|>" (regexp-opt '(${inEmacs(hidden)})) "\\\\>") 'font-lock-comment-face)
   (cons (concat "|>" (regexp-opt '(${inEmacs(roles)})) "\\\\>") 'font-lock-type-face)
   (cons (concat "\\\\<" (regexp-opt '(${inEmacs(attributes)})) "=") 'font-lock-variable-name-face)))

;;;###autoload
(define-derived-mode ocml-mode text-mode "OpenChatML"
  "Major mode for transcripts of language models."
  ;; What the match of a token leaves is coloured by the next rules, which begin in it.
  (setq-local font-lock-defaults
              (list (mapcar (lambda (rule) (list (car rule) 0 (list 'quote (cdr rule)) 'append)) ocml-mode-keywords) t)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\\\.\\\\(?:${endings.join('\\\\|')}\\\\)\\\\'" . ocml-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(ocml-mode . ("ocml" "lsp"))))

(defun ocml-preview ()
  "Show what users see of the transcript, as last saved, in a browser."
  (interactive)
  (let ((page (make-temp-file "ocml-" nil ".html")))
    (unless (eq 0 (call-process "ocml" nil nil nil "render" "--as" "html" "--force" "-o" page "--" buffer-file-name))
      (user-error "ocml render could not show this file; \`ocml check' says why"))
    (browse-url-of-file page)))

(provide 'ocml-mode)
;;; ocml-mode.el ends here
`;

const inKakoune = (text) => text.replace(/[\\|()[\]{}.+*?^$]/g, '\\$&');

const kakoune = ({
  tokens,
  roles,
  shown,
  hidden,
  attributes,
  tags,
  endings,
}) => `# OpenChatML, Harmony, ChatML and Llama 3
# ${generatedNote}

hook global BufCreate .*\\.(?:${endings.join('|')}) %{ set-option buffer filetype ocml }

hook global WinSetOption filetype=ocml %{
    add-highlighter window/ocml ref ocml
    hook -once -always window WinSetOption filetype=.* %{ remove-highlighter window/ocml }
}

add-highlighter shared/ocml group
add-highlighter shared/ocml/attributes regex \\b(${attributes.join('|')})= 1:attribute
add-highlighter shared/ocml/roles regex (?<=\\|>)(?:${roles.join('|')})\\b 0:type
add-highlighter shared/ocml/shown regex (?<=\\|>)(?:${shown.join('|')})\\b 0:function
add-highlighter shared/ocml/hidden regex (?<=\\|>)(?:${hidden.join('|')})\\b 0:comment
add-highlighter shared/ocml/tags regex </?(?:${tags.map(inKakoune).join('|')})> 0:meta
add-highlighter shared/ocml/tokens regex ${tokens.map(inKakoune).join('|')} 0:keyword
`;

const helix = ({ endings }) => `# For Helix: add this to your languages.toml.
# ${generatedNote}

[language-server.ocml]
command = "ocml"
args = ["lsp"]

[[language]]
name = "ocml"
scope = "source.ocml"
file-types = [${endings.map((one) => JSON.stringify(one)).join(', ')}]
roots = [".ocmlrc.yaml", ".ocmlrc.json", ".git"]
language-servers = ["ocml"]
`;
