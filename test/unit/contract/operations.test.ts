import { describe, expect, test } from 'vitest';
import { takesKey } from '../../../contract/idempotency.ts';
import { openApiDocument } from '../../../contract/openapi/openapi.ts';
import { securitySchemes } from '../../../contract/openapi/openapi-security.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';
import { scopes } from '../../../contract/scopes.ts';

const declared: readonly (readonly [string, Operation])[] = Object.entries(operations);

describe('the operation table', () => {
  test.each(declared)('%s is listed under its own name', (name, operation) => {
    expect(operation.name).toBe(name);
  });

  test.each(declared)('%s declares a parameter for each placeholder of its path', (_name, operation) => {
    const placeholders = [...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => String(match[1]));
    expect(Object.keys(operation.params.shape).sort()).toEqual(placeholders.sort());
  });

  test('no two operations share a method and a path', () => {
    const routes = declared.flatMap(([, operation]) =>
      [operation.method, ...operation.alsoMethods].map(
        (method) => `${method} ${operation.path.replaceAll(/\{\w+\}/g, '{}')}`,
      ),
    );
    expect(new Set(routes).size).toBe(routes.length);
  });

  const byMarker = declared.filter(([, { query }]) => 'usemarker' in query.shape && !('offset' in query.shape));

  test.each(byMarker)('%s takes a marker alone, and refuses one with usemarker=false', (_name, { query }) => {
    const faults = (more: object) =>
      query.safeParse({ marker: 'x', hub_id: '1', page_id: '1', policy_id: '1', metadata_instance_id: '1', ...more })
        .error?.issues;
    expect([faults({}), faults({ usemarker: 'true' })]).toEqual([undefined, undefined]);
    expect(faults({ usemarker: 'false' })).toMatchObject([{ path: ['marker'], message: 'requires usemarker=true' }]);
  });
});

describe('the OpenAPI document', () => {
  const document = openApiDocument({ baseUrl: 'http://localhost/2.0', uploadUrl: 'http://localhost/upload/2.0' });
  const text = JSON.stringify(document);

  test('describes every operation', () => {
    for (const [name] of declared) expect(text).toContain(`"operationId":"${name}"`);
  });

  test('refers only to schemas that it holds', () => {
    const components = document['components'] as { schemas: Record<string, unknown> };
    const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((match) => String(match[1]));
    expect(names.length).toBeGreaterThan(10);
    for (const name of new Set(names)) expect(Object.keys(components.schemas)).toContain(name);
    expect(text).not.toContain('$defs');
  });

  test('gives every changing operation an idempotency key, and its answers the mark of a repeat', () => {
    type Described = { parameters: { name: string }[]; responses: Record<string, { headers?: object }> };
    const paths = document['paths'] as Record<string, Record<string, Described>>;
    for (const [, { path, method, answers }] of declared) {
      const described = paths[path]?.[method.toLowerCase()];
      const takes = described?.parameters.some(({ name }) => name === 'Idempotency-Key');
      const marks = Object.keys(answers).map((status) => described?.responses[status]?.headers ?? {});
      expect([takes, marks.every((headers) => 'idempotency-replayed' in headers)]).toEqual([
        takesKey(method),
        takesKey(method),
      ]);
    }
  });

  test('names both OAuth 2.0 flows with every scope, and for each operation the scopes any one of which will do', () => {
    const { flows } = securitySchemes('http://localhost/2.0').oauth2;
    expect(document['components']).toMatchObject({ securitySchemes: { bearer: { type: 'http' }, oauth2: { flows } } });
    expect(flows.authorizationCode).toMatchObject({
      authorizationUrl: 'http://localhost/oauth2/authorize',
      tokenUrl: 'http://localhost/oauth2/token',
    });
    expect(Object.keys(flows.clientCredentials.scopes)).toEqual([...scopes]);
    const paths = document['paths'] as Record<string, Record<string, { security: unknown }>>;
    for (const [, { path, method, scope }] of declared) {
      const wanted = [{ bearer: [] }, ...scope.map((one) => ({ oauth2: [one] }))];
      expect(paths[path]?.[method.toLowerCase()]?.security).toEqual(wanted);
    }
  });

  test('a shared link opens no more than items, their lists, their content, copies and new versions', () => {
    const opened = declared.filter(([, { headers }]) => 'svcapi' in headers.shape).map(([name]) => name);
    expect(opened.toSorted()).toEqual([
      'copyFile',
      'copyFolder',
      'createZipDownload',
      'downloadFile',
      'getFile',
      'getFolder',
      'getSharedItem',
      'getWebLink',
      'listFolderItems',
      'preflightVersion',
      'uploadVersion',
    ]);
  });

  test('marks what a request must have', () => {
    const paths = document['paths'] as Record<string, Record<string, { requestBody: { required: boolean } }>>;
    expect(paths['/folders']?.['post']?.requestBody.required).toBe(true);
    expect(paths['/folders/{folder_id}']?.['post']?.requestBody.required).toBe(false);
  });
});
