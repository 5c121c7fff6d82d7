/**
 * The form in which names are compared: Unicode NFC, without regard to case. Two names with one key cannot be siblings on
 * the service (service-decisions.md A10) nor on a case-insensitive disk.
 */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
