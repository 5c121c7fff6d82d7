import * as nodeFs from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The disk as the system has it: everything that touches files of a person goes through here. Electron changes its `node:fs` so that
 * a file named `*.asar` looks like a folder, or cannot be read at all; it keeps the unchanged module as `original-fs`.
 */
const disk: typeof nodeFs =
  process.versions['electron'] === undefined
    ? nodeFs
    : (createRequire(import.meta.url)('original-fs') as typeof nodeFs);

export const {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  createReadStream,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  watch,
} = disk;

export const {
  access,
  chmod,
  chown,
  copyFile,
  cp,
  link,
  lstat,
  lutimes,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  statfs,
  symlink,
  unlink,
  writeFile,
} = disk.promises;

/** Asked for by chokidar alone, which the build of the desktop app leads here. @public */
export const { realpathSync } = disk;
