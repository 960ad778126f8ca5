/** Serves the requests about data sets, which may be of any size. The code is loaded with the first request. */
import type { Connection } from 'vscode-languageserver';
import type { DataSetAnswers, DataSetSurroundings } from './data-sets/room.ts';
import { serveRequest } from './serve-request.ts';

const methods = [
  'ocml/openDataSet',
  'ocml/dataSetRows',
  'ocml/openRow',
  'ocml/rowText',
  'ocml/selectRows',
  'ocml/checkDataSet',
  'ocml/stopDataSetJob',
  'ocml/nextProblemRow',
  'ocml/placeOfRow',
  'ocml/exportRows',
] as const;
export type DataSetMethod = (typeof methods)[number];

export function serveDataSets(connection: Connection, surroundings: Omit<DataSetSurroundings, 'connection'>): void {
  let dataSetAnswers: Promise<DataSetAnswers> | undefined;
  const room = () => {
    dataSetAnswers ??= import('./data-sets/room.ts').then(({ createDataSets }) =>
      createDataSets({ ...surroundings, connection }),
    );
    return dataSetAnswers;
  };
  for (const method of methods)
    serveRequest(connection, method, async (params) => (await room())[method](params as never) as never);
  connection.onNotification(
    'ocml/closeDataSet',
    (params: unknown) => void dataSetAnswers?.then((answers) => answers.close(params)),
  );
}
