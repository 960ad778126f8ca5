/** The views that a preview can show instead of messages: the prompt that a template renders, and the parts that a trainer trains on. */
import { l10n, workspace } from 'vscode';
import { showInformation } from '../notifications.ts';
import { comparePrompts, compareTrainings } from './compare.ts';
import { type FindingStep, showFinding } from './findings.ts';
import { pickTemplate } from './pick-template.ts';
import type { PreviewParts } from './preview-parts.ts';
import type { TrainingChoice } from './protocol.ts';
import { changeChoice, completeChoice } from './training-choices.ts';
import type { TrainingMemory } from './training-memory.ts';
import type { TrainingChange } from './training-shapes.ts';
import { top } from './window.ts';

export class MessageAlternatives {
  constructor(
    private readonly preview: PreviewParts,
    private readonly trainings: TrainingMemory,
  ) {}

  /** Informs the server about the template or the training that the preview shows from the beginning. */
  tell(): void {
    const { client, wanted, origin } = this.preview;
    const { template, training } = wanted;
    if (template !== undefined) void client.start().then(() => origin.tell(template));
    if (training) void client.start().then(() => origin.tellTraining(training, false));
  }

  /** Chooses a template, or none. While a template is chosen, the server marks the text that the template omits. */
  setTemplate(template: string | undefined): void {
    const { wanted, origin } = this.preview;
    if (template === wanted.template) return;
    wanted.template = template;
    origin.tell(template);
  }

  /** Chooses a training, or none. While a training is chosen, the server reports its findings as problems. */
  setTraining(training: TrainingChoice | undefined): void {
    const { wanted, origin } = this.preview;
    if (training === undefined && wanted.training === undefined) return;
    wanted.training = training;
    origin.tellTraining(training, wanted.debug);
  }

  /** Shows the prompt that a template renders. Without `template`, the user chooses a template, or returns to the messages. */
  async showPrompt(template?: string): Promise<void> {
    const { client, wanted, shown } = this.preview;
    await client.start();
    const picked = template === undefined ? await pickTemplate(client, wanted.template) : { template };
    if (picked === undefined) return;
    this.setTraining(undefined);
    this.setTemplate(picked.template);
    shown.wait();
    this.preview.refresh(0);
  }

  /**
   * Shows which parts a trainer trains on. Without a choice, the last one for this document is used. The user is asked for missing
   * settings.
   */
  async showTraining(trainingChoice?: TrainingChoice): Promise<void> {
    const { client } = this.preview;
    if (!workspace.isTrusted) {
      void showInformation(
        l10n.t(
          'Loss masks are shown only in trusted workspaces, because they are computed with tokenizer files from the workspace.',
        ),
      );
      return;
    }
    await client.start();
    const remembered = trainingChoice ?? this.trainings.of(this.uri) ?? {};
    this.showTrainingOf(await completeChoice(client, await this.textDocument(), remembered));
  }

  /** Lets the user change a setting of the training that is shown. */
  async changeTraining(what: TrainingChange, option?: string): Promise<void> {
    const { client, wanted, shown } = this.preview;
    const choice = await changeChoice(client, wanted.training ?? {}, shown.training?.setting, what, option);
    if (choice) this.showTrainingOf(await completeChoice(client, await this.textDocument(), choice));
  }

  private showTrainingOf(choice: TrainingChoice | undefined): void {
    if (choice === undefined) return;
    if (this.preview.wanted.training === undefined) this.preview.shown.wait();
    this.setTemplate(undefined);
    this.setTraining(choice);
    this.trainings.put(this.uri, choice);
    this.preview.keep();
    this.preview.refresh(0);
  }

  /** Goes to another finding about the training. */
  async showFinding(step: FindingStep): Promise<void> {
    const { client, wanted, shown, beside } = this.preview;
    const { training, debug } = wanted;
    const textDocument = await this.textDocument();
    await showFinding(client, beside, { textDocument, ...training, debug }, shown.training?.row?.range, step);
  }

  /** Compares the prompt with another one, or the training with another one. */
  async compare(): Promise<void> {
    const { client, wanted, shown } = this.preview;
    const { template, training } = wanted;
    const question = this.preview.question();
    if (training) {
      const { line } = shown.training?.row?.range.start ?? top;
      await compareTrainings(client, { ...question, training, line }, shown.training);
    } else if (template !== undefined) {
      const line = shown.prompt?.row;
      const side = { ...question, template, training: undefined, ...(line !== undefined && { line }) };
      await comparePrompts(client, side);
    }
  }

  private get uri(): string {
    return this.preview.origin.uri.toString();
  }

  private textDocument() {
    return this.preview.origin.textDocument();
  }
}
