/** Reads files with chat templates, which may be untrusted. */
import { existsSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isAbsent, openRegular, readBeginning, readSmall } from './regular.ts';

/** Removes a byte-order mark, which is not part of a template or of JSON. */
const unmarked = (text: string) => text.replace(/^\ufeff/, '');

/** Returns the properties of a file; undefined if there is no such file, for example because a part of the path is not a folder. */
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

export const templateFiles = {
  exists: existsSync,
  isFolder: (path: string): boolean => statOf(path)?.isDirectory() === true,
  text(path: string, limit: number): string | undefined {
    const text = readSmall(path, limit);
    return text === undefined ? undefined : unmarked(text);
  },
  /** Returns the path of a file with all links resolved; undefined if there is no such file. */
  real(path: string): string | undefined {
    try {
      return realpathSync(path);
    } catch {
      return undefined;
    }
  },
  /**
   * Returns the beginning of the file `name` in the folder of `path`; undefined if that file is missing, or is a link to another location.
   */
  beside(path: string, name: string, limit: number): string | undefined {
    const file = realBeside(path, name);
    return file === undefined ? undefined : unmarked(readBeginning(file, limit).toString('utf8'));
  },
  /** Returns a text that changes whenever the tokenizer's files next to a template change. */
  stampBeside: (path: string): string =>
    ['tokenizer_config.json', 'tokenizer.json'].map((name) => templateFiles.stamp(join(dirname(path), name))).join(),
  /** Returns a text that changes whenever a file changes; undefined if there is no such file. */
  stamp(path: string): string | undefined {
    const { mtimeMs, size } = statOf(path) ?? {};
    return mtimeMs === undefined ? undefined : `${mtimeMs} ${size}`;
  },
  async bytes(path: string) {
    const file = await openRegular(path).catch((error) => {
      if (isAbsent(error)) return undefined;
      throw error;
    });
    if (file === undefined) return undefined;
    const { size } = await file.stat();
    return {
      size,
      close: () => file.close(),
      async read(offset: number, length: number) {
        const bytes = Buffer.alloc(length);
        const { bytesRead } = await file.read(bytes, 0, length, offset);
        return bytes.subarray(0, bytesRead);
      },
    };
  },
  /** Returns the path of a file in the cached snapshot to which a model's name refers; undefined if there is no such snapshot. */
  inCache(model: string, file: string): string | undefined {
    const folder = join(hub(), `models--${model.replace('/', '--')}`);
    const revision = readSmall(join(folder, 'refs', 'main'), 200)?.trim();
    return revision !== undefined && /^[\w.-]+$/.test(revision) && !revision.startsWith('.')
      ? join(folder, 'snapshots', revision, file)
      : undefined;
  },
  /** Returns the names of the cached models that have a chat template, or a tokenizer that may contain one. */
  modelsInCache(): string[] {
    const names = existsSync(hub()) ? readdirSync(hub()) : [];
    const models = names.flatMap((name) => /^models--(.+)$/.exec(name)?.[1]?.replace('--', '/') ?? []);
    const has = (model: string, file: string) => existsSync(templateFiles.inCache(model, file) ?? '');
    return models.filter((model) => has(model, 'tokenizer_config.json') || has(model, 'chat_template.jinja')).sort();
  },
};

/** Returns the folder in which the Hugging Face libraries cache downloads. */
function hub(): string {
  const { HF_HUB_CACHE, HF_HOME } = process.env;
  return HF_HUB_CACHE ?? join(HF_HOME ?? join(homedir(), '.cache', 'huggingface'), 'hub');
}

/**
 * Returns the path of the file `name` in the folder of `path`, with links resolved. The file must be in that folder or, for a snapshot in
 * the Hugging Face cache, in `blobs`, where the snapshot's links lead. Other links in an untrusted folder could lead to any file on this
 * machine.
 */
function realBeside(path: string, name: string): string | undefined {
  try {
    const folder = realpathSync(dirname(path));
    const file = realpathSync(join(folder, name));
    const snapshots = dirname(folder);
    const inCache = basename(snapshots) === 'snapshots' && dirname(file) === join(dirname(snapshots), 'blobs');
    return (dirname(file) === folder || inCache) && statSync(file).isFile() ? file : undefined;
  } catch {
    return undefined;
  }
}
