import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const packageFolder = path.resolve(import.meta.dirname, '../node_modules/electron');

/**
 * The path of the installed Electron executable, or undefined without one. It only looks: importing the `electron`
 * package from Node would begin a download when the binary is missing.
 */
export function electronBinary(): string | undefined {
  const pathFile = path.join(packageFolder, 'path.txt');
  const executable = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron';
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? path.join(packageFolder, 'dist');
  const binary = path.join(folder, executable);
  return existsSync(binary) ? binary : undefined;
}
