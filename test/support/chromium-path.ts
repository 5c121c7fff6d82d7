import { existsSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../run/spawn-tool.ts';

/** The browser of the npm package, once `unpackBrowser` has written it. */
export const unpackedChromium = path.join(repositoryRoot, 'node_modules', '.cache', 'chromium', 'chromium.sh');

const debianChromium = '/usr/bin/chromium';

/**
 * The browser that drives the end-to-end tests: `CHROMIUM`, else Debian's, else the one from npm that `npm test` unpacks, which is a
 * shell without a viewer of PDF.
 */
export function chromiumPath(): string {
  return (
    process.env['CHROMIUM'] ?? [debianChromium, unpackedChromium].find((file) => existsSync(file)) ?? debianChromium
  );
}
