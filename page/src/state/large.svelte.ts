// The large mode for a classroom: the view that is looked at over the whole window, in large type.

class Large {
  on = $state(false);

  set(on: boolean): void {
    this.on = on;
    document.documentElement.classList.toggle('large', on);
  }
}

export const large = new Large();
