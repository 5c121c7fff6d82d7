/** Fields that users may change themselves, and group administrators for their members; the rest requires an administrator. */
const personal: ReadonlySet<string> = new Set(['name', 'language', 'timezone']);
const personalInProfile: ReadonlySet<string> = new Set(['jobTitle', 'phone', 'address', 'notificationEmail']);

/** True if an account's fields, as far as they are given, are all personal. */
export function isPersonal({ profile = {}, ...fields }: { readonly profile?: object | undefined }): boolean {
  return (
    namesOf(fields).every((name) => personal.has(name)) && namesOf(profile).every((name) => personalInProfile.has(name))
  );
}

function namesOf(fields: object): readonly string[] {
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
