import { rm } from 'node:fs/promises';
import path from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { addressesBelow } from '../../../../../service/http/answers/addresses.ts';
import { signedTickets } from '../../../../../service/http/answers/tickets.ts';
import { addStatusRoutes } from '../../../../../service/http/status/status-routes.ts';
import { openDomainWorld } from '../../../../support/service/domain-world.ts';

test('the OpenAPI document is computed once, however many ask for it', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  let computed = 0;
  const publicUrl = () => {
    computed += 1;
    return 'https://files.test';
  };
  const app = Fastify();
  onTestFinished(async () => app.close());
  addStatusRoutes(app, service, addressesBelow(publicUrl, signedTickets('key', service.clock)));
  const ask = async () => app.inject({ method: 'GET', url: '/2.0/openapi.json' });
  const first = await ask();
  expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(first.json()).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://files.test/2.0' }] });
  const before = computed;
  expect((await ask()).body).toBe(first.body);
  expect(computed).toBe(before);
});

test('a content store that does not answer delays no readiness check, which reports its last known state; balancers ask for the database alone', async () => {
  await using world = await openDomainWorld();
  const { service } = world;
  let isSilent = false;
  const isAvailable = async () => (isSilent ? new Promise<boolean>(() => undefined) : service.blobs.isAvailable());
  const app = Fastify();
  onTestFinished(async () => app.close());
  const shaky = { ...service, blobs: { ...service.blobs, isAvailable } };
  addStatusRoutes(
    app,
    shaky,
    addressesBelow(() => '', signedTickets('key', service.clock)),
  );
  const ask = async (url = '/ready') => {
    const { statusCode, body } = await app.inject({ method: 'GET', url });
    return [statusCode, JSON.parse(body)];
  };
  const ready = [200, { status: 'ready', database: true, blobs: true }];
  expect(await ask()).toEqual(ready);
  isSilent = true;
  expect(await ask()).toEqual(ready);
  isSilent = false;
  await rm(path.join(world.directory, 'blobs'), { recursive: true });
  expect(await ask()).toEqual([503, { status: 'not_ready', database: true, blobs: false }]);
  expect(await ask('/ready/database')).toEqual([200, { status: 'ready', database: true }]);
});
