/** Handles the messages from the page of a preview. */
import { fixProblem, showRule } from './fix.ts';
import type { MessageAlternatives } from './message-alternatives.ts';
import { revealInTemplate } from './places.ts';
import type { PreviewParts } from './preview-parts.ts';
import { type FromPage, isFromPage } from './protocol.ts';
import type { ViewChoices } from './view-choices.ts';

type PageAnswers = { readonly [T in FromPage['type']]: (message: Extract<FromPage, { type: T }>) => unknown };

/** Actions of the preview itself. */
interface Acts {
  /** Called whenever the page has loaded. */
  begin(): void;
  export(): unknown;
  showSource(): unknown;
}

/** Returns a handler for the messages from the page. A message can be any value, so its shape is checked. */
export function answerPage(
  preview: PreviewParts,
  choices: ViewChoices,
  alternatives: MessageAlternatives,
  acts: Acts,
): (message: unknown) => void {
  const { wanted, shown, beside, asides } = preview;
  const followed = () => (preview.origin.isFollowed ? preview.origin.follower : undefined);
  const answers: PageAnswers = {
    ready: () => acts.begin(),
    debug: ({ on }) => choices.choose({ debug: on }),
    mode: ({ mode }) => choices.choose({ mode, template: undefined }),
    filter: ({ only }) => choices.choose({ only }),
    branch: ({ branch }) => choices.showBranch(branch),
    window: ({ rank }) => choices.showAround({ rank }),
    conversation: ({ number }) => choices.showAround({ number }),
    around: ({ position }) => choices.showAround({ around: position }),
    template: () => alternatives.showPrompt(),
    training: () => (wanted.training ? alternatives.changeTraining('trainer') : alternatives.showTraining()),
    changeTraining: ({ what, option }) => alternatives.changeTraining(what, option),
    problem: (step) => alternatives.showFinding(step),
    compare: () => alternatives.compare(),
    inTemplate: ({ position }) => revealInTemplate(wanted.template ?? '', position),
    // The mode `model` also shows hidden text, so that text is searched as well.
    find: ({ query }) => {
      const { debug, mode } = wanted;
      return asides.search(query, { ...wanted.shownOf(preview.origin.uri), debug: debug || mode === 'model' });
    },
    export: () => acts.export(),
    scrolled: ({ position }) => !followed() && beside.scrollTo(position),
    copy: ({ position }) => shown.copy(position),
    raw: ({ position, row }) => {
      const { debug, mode } = wanted;
      if (debug || mode === 'model') return asides.showRaw(position, row, wanted.shownOf(preview.origin.uri));
    },
    // If the follower has dropped earlier messages, positions on the page differ from those in the file.
    reveal: ({ position }) => (preview.origin.follower?.dropped ? acts.showSource() : beside.reveal(position)),
    fix({ code, position }) {
      const { source, isFollowed } = preview.origin;
      return fixProblem(isFollowed ? undefined : source, beside, position, code);
    },
    rule: ({ code }) => showRule(code),
  };
  return (message) => {
    if (isFromPage(message)) (answers[message.type] as (message: FromPage) => unknown)(message);
  };
}
