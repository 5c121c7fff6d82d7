import type { NameFaultArgs } from '../codes/problems.ts';

/** Stands after a colon, or after "because". */
export function nameFault({ fault, limit, unit }: NameFaultArgs): string {
  return fault === 'too_long' ? `names can have at most ${limit} ${unit}` : NAME_FAULTS[fault];
}

const NAME_FAULTS: Readonly<Record<Exclude<NameFaultArgs['fault'], 'too_long'>, string>> = {
  empty: "names can't be empty",
  not_unicode: "the name isn't valid Unicode",
  dots: 'this name is reserved',
  slashes: "names can't contain / or \\",
  control_character: "names can't contain control characters",
  trailing_space: "names can't end with a space",
  state_folder: 'Tandem uses this name for its own files',
  separator: "names can't contain a folder separator",
  nul: "names can't contain a null character",
  forbidden_character: 'names can\'t contain control characters or < > : " | ? *',
  reserved: 'Windows reserves this name',
  trailing_dot_or_space: "names can't end with a dot or a space",
  sibling: "this disk can't tell it apart from another name in the folder",
};
