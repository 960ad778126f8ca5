/** The key of the environment data that passes learned dialects to the threads of the command line. */
export const learnedDialects = 'ocml learned dialects';
