import path from 'node:path';

/** The start command of `tandem run`: a program with its arguments, and its state folder. All paths are absolute. */
export type Started = {
  readonly program: readonly string[];
  readonly state: string;
  /** The log file of a launchd job; systemd has a journal. */
  readonly logFile: string;
};

/** Names of the service on the two systems. */
export const unitName = 'tandem.service';
export const jobLabel = 'app.tandem.sync.run';

/** A systemd user unit: started with the session, or with the computer if lingering is enabled. */
export function systemdUnit({ program, state }: Started): string {
  const words = [...program, 'run', '--state', state].map(systemdWord).join(' ');
  return `[Unit]
Description=Tandem keeps folders in sync
After=network-online.target
StartLimitIntervalSec=0

[Service]
Type=exec
ExecStart=${words}
# glibc keeps freed memory for each thread apart, 18 MB in all after a large sync.
Environment=MALLOC_ARENA_MAX=1
Restart=on-failure
# A crash that comes back at once is not repeated as fast as the computer can.
RestartSec=2
RestartSteps=8
RestartMaxDelaySec=300
KillSignal=SIGTERM
TimeoutStopSec=30
UMask=0077
NoNewPrivileges=yes
# \`tandem run\` prints a link that opens the window: it must not be kept in the journal. \`tandem open\` prints another one.
StandardOutput=null

[Install]
WantedBy=default.target
`;
}

/** Quoted: a path may contain spaces, and each of these characters is special to systemd. */
const systemdWord = (word: string): string =>
  `"${word.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll('%', '%%').replaceAll('$', '$$$$')}"`;

/** A launchd agent of the user. */
export function launchdJob({ program, state, logFile }: Started): string {
  const words = [...program, 'run', '--state', state].map((word) => `      <string>${xmlText(word)}</string>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
  <dict>
    <key>Label</key>
    <string>${jobLabel}</string>
    <key>ProgramArguments</key>
    <array>
${words.join('\n')}
    </array>
    <key>RunAtLoad</key>
    <true/>
    <key>KeepAlive</key>
    <dict>
      <key>SuccessfulExit</key>
      <false/>
    </dict>
    <key>ThrottleInterval</key>
    <integer>10</integer>
    <key>ProcessType</key>
    <string>Background</string>
    <key>Umask</key>
    <integer>63</integer>
    <key>StandardErrorPath</key>
    <string>${xmlText(logFile)}</string>
  </dict>
</plist>
`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const xmlText = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** Path of the unit file on this platform; null where this kind of service does not exist. */
export function unitFile(
  platform: NodeJS.Platform,
  home: string,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (platform === 'darwin') return path.join(home, 'Library/LaunchAgents', `${jobLabel}.plist`);
  if (platform !== 'linux') return null;
  return path.join(env['XDG_CONFIG_HOME'] || path.join(home, '.config'), 'systemd/user', unitName);
}
