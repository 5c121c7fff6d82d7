import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../run/spawn-tool.ts';

/** The browser of the npm package, once `unpackBrowser` has written it. */
export const unpackedChromium = path.join(repositoryRoot, 'node_modules', '.cache', 'chromium', 'chromium.sh');

const debianChromium = '/usr/bin/chromium';

/**
 * The browser for the end-to-end tests: `CHROMIUM`, or Debian's, or the one from npm that `npm test` unpacks (a headless shell without a PDF
 * viewer).
 */
export function chromiumPath(): string {
  return (
    process.env['CHROMIUM'] ?? [debianChromium, unpackedChromium].find((file) => existsSync(file)) ?? debianChromium
  );
}
