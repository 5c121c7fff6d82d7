import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../../contract/openapi.ts';
import type { Operation } from '../../../contract/operation.ts';
import { operations } from '../../../contract/operations.ts';

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

  test('marks what a request must have', () => {
    const paths = document['paths'] as Record<string, Record<string, { requestBody: { required: boolean } }>>;
    expect(paths['/folders']?.['post']?.requestBody.required).toBe(true);
    expect(paths['/folders/{folder_id}']?.['post']?.requestBody.required).toBe(false);
  });
});
