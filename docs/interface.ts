import { readFileSync, writeFileSync } from 'node:fs';
import type { Operation } from '../contract/operation.ts';
import { type OperationName, operations } from '../contract/operations.ts';
import type { Need } from '../service/domain/permissions/needs.ts';
import { operationRights } from '../service/domain/permissions/operation-rights.ts';
import { askedOperations, askedRows } from './asked.ts';
import type { AskedOperation } from './asked-operations.ts';

/** Where the table lies. */
export const interfaceFile = new URL('./interface.md', import.meta.url);

/** The text of `docs/interface.md`, made of the contract, the table of rights and the list of what was asked for. */
export function interfaceText(): string {
  const asked = askedOperations.map(({ section, title, methods, path, operation, also, place, tests }) => {
    const route = `\`${[...methods, ...(also === undefined ? [] : [also.method])].join(', ')} ${path}\``;
    return `| ${section} | ${title} | ${route} | ${[operation, ...(also === undefined ? [] : [also.operation])].map((name) => `\`${name}\``).join(', ')} | ${linksTo(tests)} | ${place} |`;
  });
  const rows = askedRows.map(({ part, row, tests }) => `| ${part} | ${row} | ${linksTo(tests)} |`);
  const all = (Object.keys(operations) as OperationName[]).toSorted().map((name) => {
    const operation: Operation = operations[name];
    const methods = [operation.method, ...operation.alsoMethods].join(', ');
    const host = operation.host === 'upload' ? '{upload_url}' : '';
    return `| \`${name}\` | \`${methods} ${host}${operation.path}\` | ${wordsFor(operationRights[name])} | ${operation.scope.join(', ')} |`;
  });
  return `${head}
## What the interface asks for

| section | operation | route | name in the contract | tests | place in the window |
|---|---|---|---|---|---|
${asked.join('\n')}

## States, errors and limits

| part | row | tests |
|---|---|---|
${rows.join('\n')}

## Every operation

What the caller needs is tried for each operation and each kind of caller by
[every-operation.test.ts](../test/integration/authorisation/every-operation.test.ts); the public SDK of the format uses each
resource in [test/compat](../test/compat).

| operation | route | the caller needs | scopes, any of |
|---|---|---|---|
${all.join('\n')}
`;
}

const head = `# The interface

Made by \`npm run docs\` from the contract and the table of rights; a test fails when it is not up to date. The
machine-readable form is \`GET /2.0/openapi.json\` of a running service, the readable one \`/docs\`. The place in the window is
the page that an operation belongs to; of the pages, Home and Activity are there, the others are being made.
`;

function wordsFor(need: Need): string {
  switch (need.kind) {
    case 'self':
      return 'to be signed in';
    case 'item':
      return `a role on the item that may ${need.action}${need.byLink ? ', or a shared link that gives as much' : ''}`;
    case 'enterprise':
      return 'to be an administrator or co-administrator';
    case 'creator':
      return 'to have made it';
    case 'group':
      return need.role === 'admin' ? 'to be an administrator of the group' : 'to be in the group';
    case 'hub':
      return `to be ${need.role === 'editor' ? 'an' : 'a'} ${need.role} of the hub`;
    case 'any':
      return need.of.map(wordsFor).join(', or ');
  }
}

function linksTo(tests: AskedOperation['tests']): string {
  const files = [...new Set(tests.map(([file]) => file))];
  return files.map((file) => `[${nameOf(file)}](../${file})`).join(', ');
}

function nameOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.test\.ts$/, '');
}

if (process.argv[1] === import.meta.filename) {
  const text = interfaceText();
  if (process.argv.includes('--check')) process.exitCode = readFileSync(interfaceFile, 'utf8') === text ? 0 : 1;
  else writeFileSync(interfaceFile, text);
}
