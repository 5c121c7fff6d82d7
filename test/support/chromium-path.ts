import { existsSync } from 'node:fs';

/** Where the browser for the end-to-end tests is: `CHROMIUM`, or the place Debian and Ubuntu install it to. */
export function chromiumPath(): string {
  return process.env['CHROMIUM'] ?? '/usr/bin/chromium';
}

/** The sentence for a person without that browser, or undefined when it is there. */
export function chromiumMissing(): string | undefined {
  const path = chromiumPath();
  if (existsSync(path)) return undefined;
  return (
    `The end-to-end tests need Chromium, and there is none at ${path}: install it ` +
    '(`sudo apt-get install -y --no-install-recommends chromium`), or set CHROMIUM to the path of yours.'
  );
}
