/** The help of one command. Flags are written with their value, such as `--port P`. */
interface CommandHelp {
  readonly usage: string;
  readonly about: string;
  readonly flags: Readonly<Record<string, string>>;
}

const storageFlags = {
  '--data DIR': 'data directory of the service (default: one in your home directory)',
  '--database URL': 'sqlite:FILE (default: service.db in the data directory) or postgres://USER@HOST/NAME?pool=N',
  '--blobs URL':
    'file:DIR (default: blobs in the data directory) or s3://BUCKET/FOLDER?endpoint=URL&region=NAME; with &public-endpoint=URL clients download large files from the bucket',
  '--signal URL': 'nats://HOST:PORT,... wakes listeners of other processes through NATS instead of PostgreSQL',
};

const personFlags = {
  '--role ROLE': 'user, coadmin or admin; the first user is always an administrator',
  '--space BYTES': 'storage limit in bytes, or unlimited',
  '--password-stdin':
    'reads the password for the sign-in page from standard input, or asks for it; 10 to 256 characters',
};

const commands: Readonly<Record<string, CommandHelp>> = {
  start: {
    usage: 'start',
    about: 'Serves until stopped. Prints one line of JSON when ready. Logs go to standard error.',
    flags: {
      '--host H': 'address to listen on (default: 127.0.0.1, only this machine)',
      '--port P': 'port to listen on (default: 8080); 0 picks a free one',
      '--socket PATH':
        'listens on a Unix socket (on Windows, a named pipe) instead, only for programs of this user; its folder gets mode 0700. With --public-url for a proxy: the group of the folder (mode 0750) may connect, and the last address of X-Forwarded-For is the client',
      '--socket-key FILE':
        'with --socket: proves this key (64 hexadecimal digits) to each client before HTTP begins, as the clients of a private service demand',
      '--public-url URL': 'URL that clients use, if it differs, e.g. behind a proxy',
      '--rate-limit N/min':
        'requests per user, or off (default: 6000/min; off if only this machine can connect and there is no --public-url)',
      '--trusted-proxies CIDR,...':
        'proxies in front of the service, e.g. 10.0.0.0/8, or none; limits then count addresses from their X-Forwarded-For; required with --public-url behind a proxy',
      '--vendor-headers on|off': "also accepts the format's public header names (default: on)",
      '--invitations accept|ask': 'ask: people get access once they accept the invitation (default: accept)',
      '--owner LOGIN':
        'for a program that runs its own service: creates its owner, an administrator, if there are no users. An existing service keeps its owner, whatever the login',
      '--owner-name N': 'display name of a new owner (default: the login)',
      '--event-user-ids number|string': "string: for clients that can't read user IDs as numbers (default: number)",
      '--webhook-addresses public|any':
        'any: webhooks may also call addresses in this network, and plain http (default: public)',
      '--trash-days N':
        'days that the trash keeps items and versions, 1 to 36500 (default: 30); also applies to those already in it',
      '--admin-log-days N':
        "days that the administrators' event log keeps uploads, downloads and everything else, 31 to 36500 (default: 365)",
      '--single-upload-bytes N':
        'most bytes of one upload request, 20000000 to 100000000000 (default: 52428800); larger files need upload sessions',
      '--metrics-token-file F':
        'token for /metrics; without it, /metrics is open only while the service listens on loopback without --public-url',
      '--log-level LEVEL': 'silent, error, warn, info or debug (default: warn)',
    },
  },
  'users create': {
    usage: 'users create --login L --name N',
    about: 'Creates a user and prints it as JSON. Works while the service runs.',
    flags: {
      '--login L': 'what the user signs in with, e.g. an email address',
      '--name N': 'display name',
      ...personFlags,
    },
  },
  'users list': {
    usage: 'users list',
    about: 'Lists all users: ID, login, name, role, status.',
    flags: { '--json': 'prints JSON, including the used space' },
  },
  'users set': {
    usage: 'users set --login L',
    about: 'Changes a user. Works while the service runs.',
    flags: {
      '--login L': 'the user to change',
      '--name N': 'display name',
      ...personFlags,
      '--status active|inactive':
        "inactive: the user can't sign in, and all sign-ins, devices and tokens end permanently; no content is deleted",
    },
  },
  'users end-sign-ins': {
    usage: 'users end-sign-ins --login L',
    about:
      'Signs a user out everywhere: ends all browser sessions, devices and tokens, those of tokens create included. The account stays active and keeps its password.',
    flags: { '--login L': 'the user to sign out' },
  },
  'tokens create': {
    usage: 'tokens create (--login L | --owner)',
    about: 'Creates an access token for a user and prints it. Keep it like a password.',
    flags: {
      '--login L': 'the user of the token',
      '--owner': 'the owner of the service instead (see start --owner)',
      '--expires T': 'lifetime, e.g. 90s, 15m, 12h or 30d (default: 12h)',
      '--scopes A,B': 'what the token allows (default: everything)',
    },
  },
  'clients create': {
    usage: 'clients create --name N --redirect-uri U',
    about: 'Registers an application that people sign in with. Prints its ID, and its secret if it has one, as JSON.',
    flags: {
      '--name N': 'name that people see when they are asked to allow it',
      '--redirect-uri U': 'where the sign-in returns to; can be repeated. A loopback address means any port',
      '--confidential':
        'for an application that can keep a secret; it may also act on its own for the enterprise and its users',
      '--sign-in-only': 'for a confidential application that may only sign people in',
      '--scopes A,B': 'the most that it may do (default: everything)',
      '--public-key FILE': 'RSA public key (PEM) that verifies its assertions, for an application that acts on its own',
    },
  },
  'clients list': {
    usage: 'clients list',
    about: 'Lists the registered applications. Tandem itself (tandem-desktop) needs no registration.',
    flags: { '--json': 'prints JSON' },
  },
  'clients delete': {
    usage: 'clients delete --client-id ID',
    about: 'Removes an application and revokes every sign-in with it.',
    flags: { '--client-id ID': 'the application to delete' },
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
      'Reads all stored content and checks it against the database, and the database against itself. Exit code 2 if anything is missing, damaged or does not add up.',
    flags: { '--backup DIR': 'verifies this backup instead of the service' },
  },
  migrate: {
    usage: 'migrate',
    about:
      'Migrates the database to this version, as every start does. With --to-database or --to-blobs it copies everything to a new location. Stop the service first, and run verify there afterwards. Exit code 2 if any content is damaged and was left out.',
    flags: {
      '--to-database URL': 'empty database to copy all rows to, in the format of --database',
      '--to-blobs URL': 'where to copy the content, in the format of --blobs; existing content is not sent again',
    },
  },
  backup: {
    usage: 'backup --to DIR | FILE',
    about:
      'Copies the database and all content to a folder while the service runs. A later backup to the same folder copies only new content, and reads a twentieth of the older content again to replace damaged content. With FILE instead of --to, it copies only the database. Exit code 2 if any content is missing or damaged.',
    flags: { '--to DIR': 'new folder, or an earlier backup to update' },
  },
  restore: {
    usage: 'restore --from DIR',
    about:
      'Copies a backup into an empty data directory, database or bucket, and verifies the result. Exit code 2 if any content is missing or damaged.',
    flags: { '--from DIR': 'folder of the backup' },
  },
  'adopt-contents': {
    usage: 'adopt-contents',
    about:
      'For a database that was restored, copied or moved by other means: counts the stored contents that it names and that it does not name. With --unnamed the contents become those of this database. Stop the service first.',
    flags: {
      '--unnamed N': 'the number of contents that the database does not name, as counted: the service will delete them',
    },
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
  return `tandem-service stores files and folders and serves them to clients.

Usage: tandem-service COMMAND [FLAGS]

${lines.join('')}
Run tandem-service COMMAND --help to see the flags of a command, tandem-service --version to see the version. To begin:
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
