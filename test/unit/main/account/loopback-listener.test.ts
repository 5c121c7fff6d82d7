import { expect, test } from 'vitest';
import { listenOnLoopback } from '../../../../main/account/loopback-listener.ts';

/** Signs in as a browser does, and gives the page that the person ends on. */
async function pageAfter(wayBack: string | null): Promise<string> {
  const listener = await listenOnLoopback();
  try {
    const brought = listener.answer('state-1', new AbortController().signal);
    const [page] = await Promise.all([
      fetch(`${listener.redirectUri}?code=1&state=state-1`).then((answer) => answer.text()),
      brought.then(({ show }) => show('You are signed in', 'You can close this page.', wayBack)),
    ]);
    return page;
  } finally {
    await listener.close();
  }
}

test('the last page of a sign-in leads back to the program that began it, where a link can', async () => {
  expect(await pageAfter('tandem://signed-in')).toContain('<a href="tandem://signed-in">Back to Tandem</a>');
  expect(await pageAfter(null)).not.toContain('<a ');
});
