import { expect, test } from 'vitest';
import { endSignInsOf } from '../../../../service/domain/people/sign-in/end-sign-ins-of.ts';
import { createToken } from '../../../../service/domain/people/tokens/create-token.ts';
import { requireOk } from '../../../security/service/contents/content-house.ts';
import { callerOf, type ServiceCaller } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

/* A URL for event waits is worth no more than the sign-in that asked for it. */

async function urlOf(caller: ServiceCaller): Promise<string> {
  const now = requireOk(await caller.get('/events?stream_position=now')).next_stream_position;
  return `${requireOk(await caller.options('/events')).entries[0]?.url}&stream_position=${now}`;
}

const wait = async (service: TestService, url: string, token: string | null = null) => {
  const { status, json } = await callerOf(service, token).send('GET', url);
  return json.message ?? status;
};

test('a wait ends with all sign-ins of its person, and its URL stays dead', async () => {
  await using service = await startTestService();
  const ann = callerOf(service, service.person.token);
  const url = await urlOf(ann);
  const waiting = wait(service, url);
  await endSignInsOf(service.service, service.person.login);
  expect(await waiting).toBe('reconnect');

  const token = await createToken(service.service, { login: service.person.login });
  await callerOf(service, token).post('/folders', { name: 'news', parent: { id: '0' } });
  expect(await wait(service, url)).toBe('reconnect');
  expect((await callerOf(service, service.person.token).send('GET', url)).status).toBe(401);
  // Clients that keep a URL go on with their new token.
  expect(await wait(service, url, token)).toBe('new_change');
});
