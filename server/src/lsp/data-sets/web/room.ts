/** `room.ts` in a browser, where no stretch of a file can be read. */
import type * as twin from '../room.ts';

const refused =
  'In a browser, files can only be read as a whole, so data sets are shown in VS Code for the desktop, or by `ocml report`.';

export const createDataSets: (typeof twin)['createDataSets'] = () => ({
  'ocml/openDataSet': async () => ({ refused }),
  'ocml/dataSetRows': async () => null,
  'ocml/openRow': async () => null,
  'ocml/rowText': async () => null,
  'ocml/selectRows': async () => null,
  'ocml/checkDataSet': async () => null,
  'ocml/stopDataSetJob': async () => null,
  'ocml/nextProblemRow': async () => null,
  'ocml/placeOfRow': async () => null,
  'ocml/exportRows': async () => null,
  close() {},
});
