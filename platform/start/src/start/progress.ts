import type { Outcome } from '../outcome.ts';

/** Tells a person how far the start is: a line for each step that has ended. */
export type Progress = ReturnType<typeof showProgress>;

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** @param output a terminal also gets one moving line that names what is under way */
export function showProgress(output: NodeJS.WriteStream) {
  const running = new Set<string>();
  const started = performance.now();
  let frame = 0;
  const clear = () => output.isTTY && output.write('\r\u001b[K');
  const draw = () => {
    if (!output.isTTY || running.size === 0) return;
    frame = (frame + 1) % frames.length;
    const text = `${frames[frame]} ${[...running].join(', ')}  ${seconds(started)}`;
    output.write(`\r\u001b[K${text.slice(0, output.columns - 1)}`);
  };
  const timer = output.isTTY ? setInterval(draw, 100) : undefined;
  const line = (text: string) => {
    clear();
    output.write(`${text}\n`);
    draw();
  };
  return {
    /** Runs a step; when it has succeeded, its line appears with its time. */
    async step(label: string, work: () => Promise<Outcome>): Promise<Outcome> {
      const begun = performance.now();
      running.add(label);
      draw();
      const outcome = await work();
      running.delete(label);
      if (outcome.ok) line(`${label.padEnd(44)} ${seconds(begun).padStart(7)}`);
      return outcome;
    },
    line,
    end() {
      clearInterval(timer);
      clear();
      running.clear();
    },
  };
}

function seconds(since: number): string {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
