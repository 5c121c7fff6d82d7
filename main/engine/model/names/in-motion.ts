/** How a temporary name begins (SPEC P22): then come the device, the id of the item and its final name. */
export const MOVING = '.tandem-moving-';

/** The id of a device can't contain the dot that precedes the item's name. */
const IN_MOTION = /^\.tandem-moving-[^.]+\.(?<name>.+)$/su;

/** The final name embedded in a temporary name, from any device; any other name is returned unchanged. */
export const nameInMotion = (name: string): string => IN_MOTION.exec(name)?.groups?.['name'] ?? name;
