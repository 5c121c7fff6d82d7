import { type ErrorCode, errorStatus, sharedErrors } from '../../../contract/error-codes.ts';
import { type Html, html } from '../pages/html.ts';
import type { DescribedOperation, ReferenceDocument } from './reference-document.ts';
import { fieldList, shapeAnchor, shapeText } from './shape-text.ts';

/** An operation with its method and path. */
interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

/** The API reference: every operation with its parameters, bodies, responses and errors, and the shared schemas. */
export function referencePage(document: ReferenceDocument): Html {
  const groups = groupsOf(document);
  const names = Object.keys(document.components.schemas).sort();
  return html`<h1>The interface of this service</h1>
<p>Paths are relative to <code>${document.servers[0]?.url ?? ''}</code>. Every request carries
<code>Authorization: Bearer</code> and an access token; bodies are JSON unless it says otherwise. The same in a form for
programs: <a href="/2.0/openapi.json">openapi.json</a>.</p>
<p>${document.info.description}</p>
<nav aria-label="Contents"><h2>Contents</h2><ul>
${groups.map(([group]) => html`<li><a href="#${anchor(group)}">${group}</a></li>`)}
<li><a href="#tokens">Tokens</a></li><li><a href="#errors">Errors</a></li><li><a href="#shapes">Shapes</a></li></ul></nav>
${tokens(document)}
${groups.map(([group, entries]) => section(group, entries))}
<section><h2 id="errors">Errors</h2>
<p>An error has the body <a href="#${shapeAnchor('Error')}">Error</a>. Any operation may answer with
${list(sharedErrors)}; further codes stand with each operation.</p>
<ul>${errorsByStatus().map(([status, codes]) => html`<li>${status}: ${list(codes)}</li>`)}</ul></section>
<section><h2 id="shapes">Shapes</h2>
${names.map((name) => {
  const shape = document.components.schemas[name] ?? {};
  return html`<h3 id="${shapeAnchor(name)}">${name}</h3>${fieldList(shape)}`;
})}</section>`;
}

/** How an application gets a token, and what each scope allows. */
function tokens({ components }: ReferenceDocument): Html {
  const flows = Object.entries(components.securitySchemes.oauth2.flows);
  const scopes = Object.entries(flows[0]?.[1].scopes ?? {});
  return html`<section><h2 id="tokens">Tokens</h2>
<ul>${flows.map(([name, { authorizationUrl, tokenUrl }]) => {
    const start = authorizationUrl === undefined ? null : html`begins at <code>${authorizationUrl}</code>, `;
    return html`<li><code>${name}</code>: ${start}token at <code>${tokenUrl}</code></li>`;
  })}</ul>
<h3 id="scopes">Scopes</h3>
<ul>${scopes.map(([scope, text]) => html`<li><code>${scope}</code>: ${text}</li>`)}</ul></section>`;
}

/** Operations by the first segment of their path, in the order of the contract. */
function groupsOf({ paths }: ReferenceDocument): readonly (readonly [string, readonly Entry[]])[] {
  const groups = new Map<string, Entry[]>();
  for (const [path, methods] of Object.entries(paths)) {
    const group = path.split('/')[1]?.replaceAll('_', ' ') ?? '';
    const entries = Object.entries(methods).map(([method, operation]) => ({ method, path, operation }));
    groups.set(group, [...(groups.get(group) ?? []), ...entries]);
  }
  return [...groups].sort(([one], [other]) => one.localeCompare(other));
}

function section(group: string, entries: readonly Entry[]): Html {
  return html`<section><h2 id="${anchor(group)}">${group}</h2>${entries.map(operationText)}</section>`;
}

function operationText({ method, path, operation }: Entry): Html {
  const { parameters, requestBody, servers } = operation;
  return html`<h3 id="${operation.operationId}"><code>${method.toUpperCase()} ${path}</code></h3>
<p>${operation.summary}</p>
<p class="soft">Name: ${operation.operationId}. Scopes, any of: ${operation['x-scopes'].join(', ')}.
${servers?.[0] ? html`Relative to <code>${servers[0].url}</code>.` : null}</p>
${parameters.length === 0 ? null : html`<h4>Parameters</h4><ul>${parameters.map(parameterText)}</ul>`}
${Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => {
  return html`<h4>Body, ${type}</h4>${fieldList(schema)}`;
})}
<h4>Answers</h4><ul>${Object.entries(operation.responses).map(([status, answer]) => answerText(status, answer))}</ul>`;
}

function parameterText({ name, in: place, required, schema }: DescribedOperation['parameters'][number]): Html {
  return html`<li><code>${name}</code>, ${place}${required ? ', required' : ''}: <code>${shapeText(schema)}</code></li>`;
}

function answerText(status: string, answer: DescribedOperation['responses'][string]): Html {
  const [type, body] = Object.entries(answer.content ?? {})[0] ?? [];
  // An error is described by its codes: all errors have the same body, and those common to all operations are listed below.
  if (Number(status) >= 400) {
    const own = answer.description.split(', ').filter((code) => !isShared.has(code));
    return own.length === 0 ? html`` : html`<li>${status}: ${own.join(', ')}</li>`;
  }
  if (!body) return html`<li>${status}: ${answer.description}</li>`;
  return html`<li>${status}, ${type}: <code>${shapeText(body.schema)}</code></li>`;
}

const isShared: ReadonlySet<string> = new Set(sharedErrors);

function errorsByStatus(): readonly (readonly [number, readonly ErrorCode[]])[] {
  const codes = Object.keys(errorStatus) as ErrorCode[];
  const statuses = [...new Set(Object.values(errorStatus))].sort((one, other) => one - other);
  return statuses.map((status) => [status, codes.filter((code) => errorStatus[code] === status)]);
}

function list(codes: readonly string[]): Html {
  return { html: codes.map((code) => html`<code>${code}</code>`.html).join(', ') };
}

function anchor(group: string): string {
  return `group-${group.replaceAll(' ', '-')}`;
}
