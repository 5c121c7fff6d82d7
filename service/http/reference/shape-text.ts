import { type Html, html } from '../pages/html.ts';
import type { Shape } from './reference-document.ts';

/** A schema in one line, in type notation; named schemas are links to their definition. */
export function shapeText(shape: Shape): Html {
  if (shape.$ref !== undefined) return reference(shape.$ref);
  if (shape.const !== undefined) return html`${JSON.stringify(shape.const)}`;
  if (shape.enum)
    return joined(
      shape.enum.map((value) => html`${JSON.stringify(value)}`),
      ' | ',
    );
  const alternatives = shape.anyOf ?? shape.oneOf;
  if (alternatives) return joined(alternatives.map(shapeText), ' | ');
  if (shape.allOf) return joined(shape.allOf.map(shapeText), ' & ');
  if (typeof shape.items === 'object') return html`${parts(shape.items)}[]${note(shape)}`;
  if (shape.properties) return objectText(shape);
  if (typeof shape.additionalProperties === 'object') return html`{ [key]: ${shapeText(shape.additionalProperties)} }`;
  return html`${typeName(shape)}${note(shape)}`;
}

/** The fields of a schema, one per line; a schema without fields takes one line. */
export function fieldList(shape: Shape): Html {
  const fields = Object.entries(shape.properties ?? {});
  if (fields.length === 0) return html`<p><code>${shapeText(shape)}</code></p>`;
  const required = new Set(shape.required ?? []);
  return html`<ul>${fields.map(([name, field]) => {
    return html`<li><code>${name}</code>${required.has(name) ? ' (required)' : ''}: <code>${shapeText(field)}</code></li>`;
  })}</ul>`;
}

/** The anchor of a named schema on the page. */
export function shapeAnchor(name: string): string {
  return `shape-${name}`;
}

function reference(pointer: string): Html {
  const name = pointer.split('/').at(-1) ?? '';
  return html`<a href="#${shapeAnchor(name)}">${name}</a>`;
}

function objectText({ properties = {}, required = [] }: Shape): Html {
  const fields = Object.entries(properties).map(([name, field]) => {
    return html`${name}${required.includes(name) ? '' : '?'}: ${shapeText(field)}`;
  });
  return html`{ ${joined(fields, '; ')} }`;
}

/** A union needs parentheses before a suffix applies to all of it. */
function parts(shape: Shape): Html {
  const isSeveral = shape.enum !== undefined || shape.anyOf !== undefined || shape.oneOf !== undefined;
  return isSeveral ? html`(${shapeText(shape)})` : shapeText(shape);
}

function typeName({ type, format }: Shape): string {
  const names = typeof type === 'string' ? [type] : (type ?? ['any']);
  return format === undefined ? names.join(' | ') : `${names.join(' | ')} (${format})`;
}

function note({ minLength, maxLength, maxItems }: Shape): string | null {
  const notes = [
    minLength === undefined ? null : `at least ${minLength} characters`,
    maxLength === undefined ? null : `at most ${maxLength} characters`,
    maxItems === undefined ? null : `at most ${maxItems} entries`,
  ].filter((text) => text !== null);
  return notes.length === 0 ? null : ` (${notes.join(', ')})`;
}

function joined(pieces: readonly Html[], separator: string): Html {
  return { html: pieces.map((piece) => piece.html).join(html`${separator}`.html) };
}
