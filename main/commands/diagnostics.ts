import type { HandlersOf, HostWorld } from './command-world.ts';

/** The diagnostic report for support, as text for the clipboard. */
export function diagnosticCommands({ report }: HostWorld): HandlersOf<'report.get'> {
  return { 'report.get': async () => ({ ok: true, value: { text: await report() } }) };
}
