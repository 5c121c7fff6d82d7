import * as nodeFs from 'node:fs';
import { createRequire } from 'node:module';

/**
 * The real file system. All access to user files goes through this module. Electron patches `node:fs` so that a file named `*.asar` looks like a
 * folder or is unreadable; `original-fs` is the unpatched module.
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
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  unlinkSync,
  watch,
} = disk;

export const {
  access,
  chmod,
  chown,
  copyFile,
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
