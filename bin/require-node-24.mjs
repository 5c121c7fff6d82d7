/**
 * Says in one sentence what to do when this Node cannot run TypeScript directly, and sets exit code 1; true when it can.
 * Plain JavaScript of 2015 on purpose: an old Node must be able to read it.
 *
 * @param {string} command the name of the command, for the sentence
 * @returns {boolean}
 */
export function requireNode24(command) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 24) return true;
  process.stderr.write(
    `${command} needs Node 24 or newer, and this is Node ${process.versions.node}. Install Node 24 from https://nodejs.org, or run ` +
      `\`sh bin/setup.sh\` in the project's folder once, and then \`node_modules/.bin/node bin/${command}.mjs\`.\n`,
  );
  process.exitCode = 1;
  return false;
}
