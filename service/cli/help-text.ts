/** The help of one command. Flags are written with their value, such as `--port P`. */
interface CommandHelp {
  readonly usage: string;
  readonly about: string;
  readonly flags: Readonly<Record<string, string>>;
}

const storageFlags = {
  '--data DIR': 'the directory of this service; without it, one in your home directory',
  '--database URL': 'sqlite:FILE (in the data directory) or postgres://USER@HOST/NAME?pool=N',
  '--blobs URL':
    'file:DIR (in the data directory) or s3://BUCKET/FOLDER?endpoint=URL&region=NAME; with &public-endpoint=URL clients download large files from the bucket',
  '--signal URL': 'nats://HOST:PORT,... wakes listeners of other processes through NATS instead of PostgreSQL',
};

const personFlags = {
  '--role ROLE': 'user, coadmin or admin; the first person is the administrator',
  '--space BYTES': 'how much the person may store; unlimited takes the limit away',
  '--password-stdin':
    'takes a password for signing in by page from standard input, or asks for it: 10 to 256 characters',
};

const commands: Readonly<Record<string, CommandHelp>> = {
  start: {
    usage: 'start',
    about: 'Serves until stopped. Prints one line of JSON when ready. Logs go to standard error.',
    flags: {
      '--host H': 'the address to listen on (127.0.0.1: this machine only)',
      '--port P': 'the port to listen on (8080); 0 picks a free one',
      '--socket PATH':
        'listens on a Unix socket (a named pipe on Windows) instead, for programs of this user alone; its folder is 0700',
      '--public-url URL': 'the address that clients use, when it is another, as behind a proxy',
      '--rate-limit N/min':
        'requests of one person (6000/min; off when only this machine can connect and there is no --public-url); or off',
      '--trusted-proxies CIDR,...':
        'proxies in front, such as 10.0.0.0/8: limits count by the X-Forwarded-For that they send; needed with --public-url behind a proxy, or none',
      '--vendor-headers on|off': 'also takes the public header names of the format (on)',
      '--invitations accept|ask': 'ask: people must accept an invitation before they get access (accept)',
      '--owner LOGIN': 'creates this person as an administrator, unless the login exists',
      '--owner-name N': 'the name to show for a new owner (the login)',
      '--event-user-ids number|string': 'string: for clients that cannot read a number as the id of a person (number)',
      '--webhook-addresses public|any': 'any: webhooks may lead into this network too, and by plain http (public)',
      '--metrics-token-file F':
        'asks for the token in this file at /metrics; without it they are for this machine only',
      '--log-level LEVEL': 'silent, error, warn, info or debug (warn)',
    },
  },
  'users create': {
    usage: 'users create --login L --name N',
    about: 'Creates a user and prints it as JSON. Works while the service runs.',
    flags: {
      '--login L': 'what the person signs in with, such as an e-mail address',
      '--name N': 'the name to show',
      ...personFlags,
    },
  },
  'users list': {
    usage: 'users list',
    about: 'Lists all users: id, login, name, role, status.',
    flags: { '--json': 'as JSON, with the space in use' },
  },
  'users set': {
    usage: 'users set --login L',
    about: 'Changes a user. Works while the service runs.',
    flags: {
      '--login L': 'whom',
      '--name N': 'the name to show',
      ...personFlags,
      '--status active|inactive': 'inactive: the person is locked out and nothing is deleted',
    },
  },
  'tokens create': {
    usage: 'tokens create --login L',
    about: 'Creates an access token for a user and prints it. Keep it like a password.',
    flags: {
      '--login L': 'whose',
      '--expires T': 'how long it is good, such as 90s, 15m, 12h or 30d (12h)',
      '--scopes A,B': 'what the token allows (everything)',
    },
  },
  'clients create': {
    usage: 'clients create --name N --redirect-uri U',
    about: 'Registers an application that people sign in with. Prints its id, and its secret if it has one, as JSON.',
    flags: {
      '--name N': 'what people read when they are asked to allow it',
      '--redirect-uri U':
        'where the sign-in leads back to; may be given several times. A loopback address means any port',
      '--confidential':
        'it runs where it can keep a secret, and may also act by itself for the enterprise and its people',
      '--sign-in-only': 'a confidential one that may only sign people in',
      '--scopes A,B': 'the most that it may do; everything without it',
      '--public-key FILE':
        'the RSA public key (PEM) that verifies its assertions, for an application that acts by itself',
    },
  },
  'clients list': {
    usage: 'clients list',
    about: 'Lists the registered applications. Tandem itself (tandem-desktop) needs no registration.',
    flags: { '--json': 'as JSON' },
  },
  'clients delete': {
    usage: 'clients delete --client-id ID',
    about: 'Removes an application and revokes every sign-in with it.',
    flags: { '--client-id ID': 'which' },
  },
  'webhooks keys': {
    usage: 'webhooks keys',
    about: 'Prints the two keys that webhook receivers verify signatures with. Keep them like passwords.',
    flags: {
      '--renew primary|secondary': 'replaces this key first; receivers accept either key, so renew one at a time',
    },
  },
  'keys rotate': {
    usage: 'keys rotate',
    about:
      'Replaces the signing keys of the service, including the secondary webhook key. Restart all processes afterwards. Existing download, preview and event URLs, paging markers and open forms then become invalid, and clients request new ones.',
    flags: {},
  },
  verify: {
    usage: 'verify',
    about:
      'Reads all stored content and checks it against the database. Exit code 2 if any content is missing or damaged.',
    flags: { '--backup DIR': 'verifies this backup instead of the service' },
  },
  migrate: {
    usage: 'migrate',
    about:
      'Migrates the database to this version, as every start does. With --to-database or --to-blobs it copies everything to a new location. Stop the service first, and run verify there afterwards.',
    flags: {
      '--to-database URL': 'an empty database to copy the rows to, as --database names one',
      '--to-blobs URL': 'where to copy the content to, in the form of --blobs; existing content is not sent again',
    },
  },
  backup: {
    usage: 'backup --to DIR | FILE',
    about:
      'Copies the database and all content to a folder while the service runs. A later backup to the same folder copies only new content. With FILE instead of --to, it copies only the database. Exit code 2 if any content is missing or damaged.',
    flags: { '--to DIR': 'a new folder, or an earlier backup to bring up to date' },
  },
  restore: {
    usage: 'restore --from DIR',
    about:
      'Copies a backup into an empty data directory, database or bucket, and verifies the result. Exit code 2 if any content is missing or damaged.',
    flags: { '--from DIR': 'the folder of the backup' },
  },
};

/** The first words of all commands. */
export const commandWords: readonly string[] = [
  ...new Set(Object.keys(commands).map((name) => name.split(' ')[0] ?? name)),
];

/** The output of `--help` after these words: the flags of one command, or all commands if the words name none. */
export function helpText(words: readonly string[]): string {
  const named = (length: number) => words.slice(0, length).join(' ');
  const found = Object.keys(commands).filter((name) => name === named(2) || name.split(' ')[0] === named(1));
  const exact = found.filter((name) => name === named(2) || name === named(1));
  const shown = exact.length > 0 ? exact : found;
  return shown.length > 0 ? shown.map(helpOf).join('\n') : overview();
}

function overview(): string {
  const lines = Object.values(commands).map(({ usage, about }) => `  tandem-service ${usage}\n      ${about}\n`);
  return `tandem-service: keeps files and folders, and serves them.

Usage: tandem-service COMMAND [FLAGS]

${lines.join('')}
tandem-service COMMAND --help tells the flags of a command, tandem-service --version the version. To begin:
  tandem-service users create --login ann@example.com --name Ann
  tandem-service tokens create --login ann@example.com
  tandem-service start
`;
}

function helpOf(name: string): string {
  const command = commands[name];
  if (!command) return '';
  const flags = Object.entries({ ...command.flags, ...storageFlags });
  const width = Math.max(...flags.map(([flag]) => flag.length)) + 2;
  const lines = flags.map(([flag, meaning]) => `  ${flag.padEnd(width)}${meaning}\n`);
  return `Usage: tandem-service ${command.usage} [FLAGS]\n\n${command.about}\n\n${lines.join('')}`;
}
