import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const packageFolder = path.resolve(import.meta.dirname, '../node_modules/electron');

/**
 * The path of the installed Electron executable, or undefined. Does not import the `electron` package, which would start a download if the binary
 * is missing.
 */
export function electronBinary(): string | undefined {
  const pathFile = path.join(packageFolder, 'path.txt');
  const executable = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(packageFolder, 'dist');
  const binary = path.join(folder, executable);
  return existsSync(binary) ? binary : undefined;
}
