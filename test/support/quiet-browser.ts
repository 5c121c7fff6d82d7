import { chromiumPath } from './chromium-path.ts';

/** Flags that keep a browser from speaking to anyone but the page under test. */
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

/** The browser of the tests, as Playwright is told to start it. */
export function quietBrowser() {
  return {
    browserName: 'chromium' as const,
    launchOptions: { executablePath: chromiumPath(), args: quietNetwork },
  };
}
