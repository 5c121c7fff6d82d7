import { chromiumPath } from './chromium-path.ts';

/** Flags that stop the browser from contacting anyone but the page under test. */
const quietNetwork = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-sync',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
];

/** Playwright launch options of the test browser. */
export function quietBrowser() {
  return {
    browserName: 'chromium' as const,
    launchOptions: { executablePath: chromiumPath(), args: quietNetwork },
  };
}
