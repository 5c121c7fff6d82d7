/** Another program started this one with a message channel; a utility process of Electron has one of its own kind. */
export const isOfProgram = (): boolean => process.connected !== undefined || 'parentPort' in process;
