/** A busy wine sometimes refuses to start a process (`spawn UNKNOWN`). That process never ran, so it is started again. */
export function startedAgain<Child>(start: () => Child): Child {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return start();
    } catch (error) {
      if (attempt === 5 || (error as NodeJS.ErrnoException).code !== "UNKNOWN") throw error;
    }
  }
}
