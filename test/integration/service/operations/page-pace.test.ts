import { expect, test } from 'vitest';
import { browserOf } from '../../../support/browser/scripted-browser.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { startTestService } from '../../../support/service/service.ts';
import { processCount } from '../../../support/service/service-pair.ts';

test('visitors of shared links are held to the pace that is configured, by their address', async () => {
  await using service = await startTestService({
    clock: { now: () => 1_800_000_000_000 },
    config: { requestsPerMinute: 5 },
  });
  const ann = callerOf(service, service.person.token);
  const folder = (await ann.post('/folders', { name: 'shared', parent: { id: '0' } })).json;
  const { url } = (await ann.put(`/folders/${folder.id}`, { shared_link: {} })).json.shared_link;
  const visitor = browserOf(service.publicUrl);
  const visits = [];
  const allowed = 5 * processCount();
  for (let visit = 0; visit <= allowed; visit++) visits.push(await visitor.get(url));
  expect(visits.map(({ status }) => status)).toEqual([...Array(allowed).fill(200), 429]);
  expect(visits.at(-1)?.headers).toMatchObject({ 'retry-after': '12', 'content-type': 'text/html; charset=utf-8' });
});
