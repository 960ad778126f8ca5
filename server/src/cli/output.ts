let closed = false;

// A reader that closes early, as `head` does, is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  closed = true;
});

/** Writes to standard output, no faster than it is read. False: nobody reads it any more. */
export async function write(text: string): Promise<boolean> {
  if (text !== '' && !closed && !process.stdout.write(text)) {
    await new Promise<void>((resolve) => {
      const done = () => {
        for (const event of ['drain', 'close', 'error']) process.stdout.off(event, done);
        resolve();
      };
      for (const event of ['drain', 'close', 'error']) process.stdout.on(event, done);
    });
  }
  return !closed;
}

/** Writes to standard error, where standard output is taken. */
export async function writeAside(text: string): Promise<boolean> {
  process.stderr.write(text);
  return true;
}
