/** The engine's own folder at the top of each sync root: marker, staging, probes. Never listed, watched or synced. */
export const STATE_FOLDER = '.tandem';
