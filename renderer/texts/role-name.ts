import { texts } from './texts.ts';

/** How the role of a collaboration is called; one that this version does not know, as the service says it. */
export function roleName(role: string): string {
  const names: Readonly<Record<string, string>> = texts.files.roles;
  return names[role] ?? role;
}

/** The rights of a person invited with this role. */
export function roleOfYou(role: string): string {
  const names: Readonly<Record<string, string>> = texts.files.rolesOfYou;
  return names[role] ?? role;
}
