/*
 * Who may open a folder on Windows, by `icacls` and `whoami`, whose names of users depend on the language: only their SIDs don't. Client and
 * service both keep folders that no other user may open.
 */

/** The system, and the administrators, who can open every folder anyway. */
const systemSids = ['S-1-5-18', 'S-1-5-32-544'] as const;

/**
 * Trustees whose rights open nothing to anyone else, as SDDL names them: the system and the administrators, and the owner of a folder or of
 * what is created in it.
 */
const harmless: ReadonlySet<string> = new Set([...systemSids, 'SY', 'BA', 'OW', 'CO', 'S-1-3-0', 'S-1-3-4']);

/** The SID of the user, from `whoami /user /fo csv /nh`: `"desktop\ann","S-1-5-21-..."`. Null: that is no such output. */
export function sidIn(whoami: string): string | null {
  return /"(S-1-[\d-]+)"\s*$/.exec(whoami)?.[1] ?? null;
}

/**
 * The trustees besides the user whom an access list allows anything, from the file of `icacls FOLDER /save FILE`: the name of the folder, then its
 * security descriptor (SDDL), `D:PAI(A;OICI;FA;;;SY)(A;;0x1200a9;;;BU)`. Null: there is no access list, which allows everything to everyone.
 */
export function othersIn(saved: string, ownSid: string): readonly string[] | null {
  const list = /D:[A-Z]*((?:\([^()]*(?:\([^()]*\))*[^()]*\))+)/.exec(saved.slice(saved.indexOf('\n') + 1))?.[1];
  if (list === undefined) return null;
  const trustees = [...list.matchAll(/\((?<type>[A-Z]+);[^;()]*;[^;()]*;[^;()]*;[^;()]*;(?<trustee>[^;()]+)/g)].flatMap(
    // Only the types that begin with A, OA, XA or ZA allow; the others deny or audit.
    ({ groups }) => (/^(?:A|OA|XA|ZA)$/.test(groups?.['type'] ?? '') ? [groups?.['trustee'] ?? ''] : []),
  );
  return [...new Set(trustees)].filter((trustee) => trustee !== ownSid && !harmless.has(trustee));
}

/** The arguments of `icacls` that leave a folder, and all that is created in it, to the user, the system and the administrators. */
export function onlyFor(folder: string, ownSid: string): readonly string[] {
  const grants = [ownSid, ...systemSids].map((sid) => `*${sid}:(OI)(CI)F`);
  return [folder, '/inheritance:r', '/grant:r', ...grants];
}

/** The same as a command for people. */
export function commandFor(folder: string, ownSid: string): string {
  const [, ...options] = onlyFor(folder, ownSid);
  const words = options.map((word) => (word.includes('(') ? `"${word}"` : word));
  return ['icacls', `"${folder}"`, ...words].join(' ');
}

/** True for a folder in the profile of the user, which Windows itself keeps from other users. Both with `\`. */
export function isInProfile(folder: string, profile: string): boolean {
  const [inner, outer] = [folder, profile].map(
    (name) => `${name.replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase()}\\`,
  );
  return inner !== undefined && outer !== undefined && outer.length > 1 && inner.startsWith(outer);
}
