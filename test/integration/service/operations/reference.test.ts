import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus, sharedErrors } from '../../../../contract/error-codes.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { operations } from '../../../../contract/operations.ts';
import { scopes } from '../../../../contract/scopes.ts';
import { callerOf } from '../../../support/service/callers/service-caller.ts';
import { startTestService, type TestService } from '../../../support/service/service.ts';

let service: TestService;
let page: string;

beforeAll(async () => {
  service = await startTestService();
  const answer = await callerOf(service, null).send('GET', `${service.publicUrl}/docs`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
  page = answer.bytes.toString();
});
afterAll(() => service.stop());

describe('/docs', () => {
  test.each(Object.values(operations) as Operation[])('tells of $name with its parameters and errors', (operation) => {
    const from = page.indexOf(`<h3 id="${operation.name}">`);
    expect(from).toBeGreaterThan(0);
    const own = page.slice(from, page.indexOf('<h3', from + 1));
    expect(own).toContain(`${operation.method} ${operation.path}`);
    const parameters = [operation.params, operation.query, operation.headers].flatMap((part) =>
      Object.keys(part.shape),
    );
    const isShared: ReadonlySet<string> = new Set(sharedErrors);
    const errors = operation.errors.filter((code) => !isShared.has(code));
    for (const name of [...parameters, ...errors, ...operation.scope]) expect(own).toContain(name);
  });

  test('lists every error code, and every link on it leads somewhere', () => {
    for (const code of Object.keys(errorStatus)) expect(page).toContain(`<code>${code}</code>`);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(50);
    expect(targets.filter((id) => !page.includes(`id="${id}"`))).toEqual([]);
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('explains how to get a token, which rights each scope grants, and what a shared link opens', () => {
    expect(page).toContain(`begins at <code>${service.publicUrl}/oauth2/authorize</code>`);
    expect(page).toContain(`<code>clientCredentials</code>: token at <code>${service.publicUrl}/oauth2/token</code>`);
    for (const scope of scopes) expect(page).toMatch(new RegExp(`<code>${scope}</code>: [A-Z][^<]+\\.`));
    expect(page).toContain('comments, tasks and metadata of the item included, is for its collaborators');
  });

  test('works without a script and hides nothing, so that the find of a browser finds all of it', () => {
    expect(page).not.toMatch(/<script|<details|<[^>]*\shidden/);
  });
});
