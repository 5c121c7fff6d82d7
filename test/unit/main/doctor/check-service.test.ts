import { expect, test } from 'vitest';
import { explainFailure } from '../../../../main/cli/explain-failure.ts';
import { checkService } from '../../../../main/doctor/check-service.ts';
import { connect, me } from '../../../support/lines/scripted-client.ts';
import type { ScriptedAnswer } from '../../../support/lines/scripted-server.ts';

const checked = async (answer: ScriptedAnswer) => {
  const { client } = await connect(() => answer);
  return checkService(client, explainFailure, Date.now);
};

test('a service that answers, and whose clock agrees, is well', async () => {
  expect(await checked({ json: me })).toMatchObject([
    { name: 'service', outcome: 'good', sentence: 'The service is reachable. Signed in as Ann (ann@example.com).' },
    { name: 'clock', outcome: 'good' },
  ]);
});

test.each([
  ['the sign-in page of a network', { text: '<html>Welcome</html>', headers: { 'content-type': 'text/html' } }],
  ['another JSON', { json: null }],
  ['a redirect', { status: 302, headers: { location: 'http://wifi.example/' } }],
])('%s is not taken for the service', async (_what, answer) => {
  expect(await checked(answer)).toEqual([
    {
      name: 'service',
      outcome: 'problem',
      sentence: 'Something other than the service answered.',
      remedy: 'Open a website to see whether this network asks you to sign in, and check the URL of the service.',
    },
  ]);
});

test('a refused token and a failure of the service have their own remedies', async () => {
  expect(await checked({ status: 401 })).toMatchObject([{ remedy: expect.stringContaining('--token-file') }]);
  expect(await checked({ status: 500 })).toMatchObject([{ sentence: 'The service answered with status 500.' }]);
});
