const person = (id: string, name: string) => ({
  type: 'user' as const,
  id,
  name,
  login: `${name.split(' ')[0]?.toLowerCase()}@harbour.studio`,
});

/** The people of a studio, in the pictures and in the tests. Their ids give each of them another colour. */
export const people = {
  ann: person('11', 'Ann Keller'),
  bob: person('12', 'Bob Marsh'),
  carol: person('13', 'Carol Ito'),
  dev: person('14', 'Dev Patel'),
  elena: person('15', 'Elena Rossi'),
  farid: person('16', 'Farid Haddad'),
  grace: person('17', 'Grace Lund'),
  hugo: person('18', 'Hugo Novak'),
} as const;
