/** Under what name threads of the command line get the dialects that were learned. */
export const learnedDialects = 'ocml learned dialects';
