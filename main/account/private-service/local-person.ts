/** The owner of a new private service, named after this computer's user. A login has no spaces, which users of Windows often have in their names. */
export function localPerson(userName: string): { readonly login: string; readonly name: string } {
  const name = [...userName].slice(0, MOST_CHARACTERS).join('');
  return { login: `${name.replaceAll(/[\s@]+/g, '.')}@localhost`, name };
}

/** Of the name of a person on the service. */
const MOST_CHARACTERS = 50;
