/** The key of the environment data with which threads of the command line get the learned dialects. */
export const learnedDialects = 'ocml learned dialects';
