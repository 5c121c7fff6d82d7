import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

/** A system package to build, as electron-builder asks fpm for it. */
export type PackageRequest = {
  readonly format: 'deb' | 'rpm';
  readonly output: string;
  readonly name: string;
  readonly version: string;
  readonly architecture: string;
  readonly maintainer: string;
  readonly vendor: string;
  readonly license: string;
  /** Null where the repository has no page on the web. */
  readonly homepage: string | null;
  readonly summary: string;
  readonly description: string;
  readonly category: string | null;
  readonly priority: string;
  readonly depends: readonly string[];
  readonly recommends: readonly string[];
  readonly compression: string;
  /** Shell scripts, with their interpreter in the first line. */
  readonly afterInstall: string;
  readonly afterRemove: string;
  readonly content: readonly { readonly source: string; readonly target: string }[];
};

const options = {
  input: { type: 'string', short: 's' },
  format: { type: 'string', short: 't' },
  depends: { type: 'string', short: 'd', multiple: true },
  force: { type: 'boolean' },
  debug: { type: 'boolean' },
  log: { type: 'string' },
  'deb-recommends': { type: 'string', multiple: true },
  'deb-compression': { type: 'string' },
  'deb-priority': { type: 'string' },
  'rpm-os': { type: 'string' },
  'rpm-compression': { type: 'string' },
  'rpm-summary': { type: 'string' },
  architecture: { type: 'string' },
  'after-install': { type: 'string' },
  'after-remove': { type: 'string' },
  description: { type: 'string' },
  version: { type: 'string' },
  package: { type: 'string' },
  name: { type: 'string' },
  maintainer: { type: 'string' },
  vendor: { type: 'string' },
  url: { type: 'string' },
  category: { type: 'string' },
  license: { type: 'string' },
} as const;

/**
 * Parses the fpm arguments that electron-builder uses. Throws for any other, so that no package is built without it.
 */
export async function readPackageRequest(args: readonly string[]): Promise<PackageRequest> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const { format } = values;
  if (format !== 'deb' && format !== 'rpm') throw new Error(`Only deb and rpm can be built, not ${String(format)}.`);
  const given = (name: keyof typeof values): string => {
    const value = values[name];
    if (typeof value !== 'string' || value === '') throw new Error(`--${name} is missing.`);
    return value;
  };
  const [firstLine = '', ...furtherLines] = given('description').split('\n');
  const further = furtherLines.join('\n').trim();
  return {
    format,
    output: given('package'),
    name: given('name'),
    version: given('version'),
    architecture: given('architecture'),
    maintainer: given('maintainer'),
    vendor: values.vendor ?? given('maintainer'),
    license: given('license'),
    homepage: /^https?:/.test(values.url ?? '') ? given('url') : null,
    summary: values['rpm-summary'] ?? firstLine,
    description: further === '' ? firstLine : further,
    category: values.category ?? null,
    priority: values['deb-priority'] ?? 'optional',
    depends: values.depends ?? [],
    recommends: values['deb-recommends'] ?? [],
    compression: given(`${format}-compression`),
    afterInstall: await readFile(given('after-install'), 'utf8'),
    afterRemove: await readFile(given('after-remove'), 'utf8'),
    content: positionals.map(readContent),
  };
}

function readContent(argument: string): PackageRequest['content'][number] {
  const at = argument.lastIndexOf('=/');
  if (at < 1) throw new Error(`"${argument}" is not SOURCE=TARGET with an absolute target.`);
  return { source: argument.slice(0, at), target: argument.slice(at + 1) };
}

/** A script without its first line, which names the interpreter. */
export function scriptBody(script: string): string {
  return script.replace(/^#!.*\n/, '');
}
