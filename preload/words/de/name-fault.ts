import type { NameFaultArgs } from '../codes/problems.ts';

/** Stands after a colon. */
export function nameFault({ fault, limit, unit }: NameFaultArgs): string {
  if (fault !== 'too_long') return NAME_FAULTS[fault];
  return `Namen dürfen höchstens ${limit} ${unit === 'bytes' ? 'Bytes' : 'Zeichen'} lang sein`;
}

const NAME_FAULTS: Readonly<Record<Exclude<NameFaultArgs['fault'], 'too_long'>, string>> = {
  empty: 'Namen dürfen nicht leer sein',
  not_unicode: 'Der Name ist kein gültiges Unicode',
  dots: 'Dieser Name ist reserviert',
  slashes: 'Namen dürfen weder / noch \\ enthalten',
  control_character: 'Namen dürfen keine Steuerzeichen enthalten',
  trailing_space: 'Namen dürfen nicht mit einem Leerzeichen enden',
  state_folder: 'Tandem verwendet diesen Namen für eigene Dateien',
  separator: 'Namen dürfen kein Ordnertrennzeichen enthalten',
  nul: 'Namen dürfen kein Nullzeichen enthalten',
  forbidden_character: 'Namen dürfen keine Steuerzeichen und keines der Zeichen < > : " | ? * enthalten',
  reserved: 'Windows reserviert diesen Namen',
  trailing_dot_or_space: 'Namen dürfen nicht mit einem Punkt oder Leerzeichen enden',
  sibling: 'Dieses Laufwerk kann ihn nicht von einem anderen Namen im Ordner unterscheiden',
};
