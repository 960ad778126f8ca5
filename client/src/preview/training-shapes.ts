/** Checks the server's answers about trainings, and stored choices of a training. */

import type { Position, Range } from '../../../protocol/places.ts';
import {
  findingSeverities,
  type OptionJson,
  type Training,
  type TrainingChoice,
  type TrainingFinding,
  type TrainingRow,
  type TrainingSequence,
  type TrainingSetting,
  type TrainingStretch,
  tokenKinds,
  tooLongRules,
  trainingNeeds,
} from '../../../protocol/trainings.ts';
import { type Check, isBoolean, isCount, isNumber, isString, listOf, oneIn, optional, shape } from './shape.ts';

const isPosition = shape<Position>({ line: isCount, character: isCount });
const isRange = shape<Range>({ start: isPosition, end: isPosition });
const isText = optional(isString);
/** Checks only that the value is an object, since the server checks the options themselves. */
const isOptions: Check<Readonly<Record<string, OptionJson>>> = (value): value is Readonly<Record<string, OptionJson>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isTrainingChoice = shape<TrainingChoice>({
  trainer: isText,
  tokenizer: isText,
  template: isText,
  over: isText,
  options: optional(isOptions),
  maxLength: optional(isCount),
});

/** The settings of a training that a user can change. */
export const changes = ['trainer', 'tokenizer', 'template', 'options', 'limit', 'over'] as const;
export type TrainingChange = (typeof changes)[number];

export const isTraining = shape<Training>({
  version: isNumber,
  setting: optional(
    shape<TrainingSetting>({
      trainer: isString,
      tokenizer: isString,
      template: isString,
      options: listOf(shape<TrainingSetting['options'][number]>({ name: isString, value: isString })),
      limit: optional(isCount),
      over: optional(oneIn(tooLongRules)),
    }),
  ),
  sequences: listOf(
    shape<TrainingSequence>({
      part: isText,
      tokens: isCount,
      length: isCount,
      trained: isCount,
      stretches: listOf(
        shape<TrainingStretch>({
          text: isString,
          trained: isBoolean,
          cut: isBoolean,
          reason: isString,
          token: optional(oneIn(tokenKinds)),
          position: optional(isPosition),
          end: optional(isPosition),
        }),
      ),
    }),
  ),
  findings: listOf(
    shape<TrainingFinding>({
      code: isString,
      severity: oneIn(findingSeverities),
      message: isString,
      position: isPosition,
    }),
  ),
  notes: listOf(isString),
  row: optional(
    shape<TrainingRow>({
      number: isCount,
      count: isCount,
      range: isRange,
      previous: optional(isPosition),
      next: optional(isPosition),
    }),
  ),
  missing: optional(oneIn(trainingNeeds)),
  error: isText,
});
