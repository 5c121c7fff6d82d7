import { chromiumPath, headlessShellPath } from './chromium-path.ts';

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
export const quietBrowser = () => optionsOf(headlessShellPath());

/** Those of a whole browser, with a PDF viewer. */
export const quietWholeBrowser = () => optionsOf(chromiumPath());

const optionsOf = (executablePath: string) => ({
  browserName: 'chromium' as const,
  launchOptions: { executablePath, args: quietNetwork },
});
