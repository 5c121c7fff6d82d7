import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../../run/spawn-tool.ts';

/** The browser of the npm package, once `unpackBrowser` has written it. */
export const unpackedChromium = path.join(repositoryRoot, 'node_modules', '.cache', 'chromium', 'chromium.sh');

const debianChromium = '/usr/bin/chromium';
const debianHeadlessShell = '/usr/bin/chromium-headless-shell';

/**
 * The browser for the end-to-end tests: `CHROMIUM`, or Debian's, or the one from npm that `npm test` unpacks (a headless shell without a PDF
 * viewer).
 */
export const chromiumPath = (): string => firstOf(debianChromium, unpackedChromium);

/** The same without a frame and a PDF viewer, if it is installed: a page opens in half the time, because the frame consists of pages too. */
export const headlessShellPath = (): string => firstOf(debianHeadlessShell, debianChromium, unpackedChromium);

function firstOf(...files: readonly string[]): string {
  return process.env['CHROMIUM'] ?? files.find((file) => existsSync(file)) ?? debianChromium;
}
