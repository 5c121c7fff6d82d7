/** What `tandem-service --help` says. */
export const helpText = `tandem-service: keeps files and folders, and serves them.

Usage:
  tandem-service start [--data DIR] [--host H] [--port P] [--public-url URL] [--rate-limit N/min|off]
                       [--vendor-headers on|off] [--invitations accept|ask] [--log-level LEVEL]
      Serves until it is stopped. Prints one line of JSON when it answers. --port 0 picks a free port.
      --invitations ask: people of this service must accept before they see what is shared with them.
  tandem-service users create --login L --name N [--role admin|coadmin|user] [--space BYTES]
  tandem-service users list [--json]
  tandem-service users set --login L [--name N] [--role ROLE] [--status active|inactive] [--space BYTES|unlimited]
      Work also while the service runs. The first user is the administrator.
  tandem-service tokens create --login L [--expires 12h] [--scopes a,b]
      Prints one access token. Without --expires it is good for 12 hours.
  tandem-service verify
      Reads every content and holds it against what the database says. Exit code 2 when something is wrong.
  tandem-service backup FILE
      Writes a consistent copy of the database.

Every command takes --data DIR (the directory of this service), --database sqlite:FILE and --blobs file:DIR.
Log levels: silent, error, warn, info, debug. Logs go to standard error.
`;
