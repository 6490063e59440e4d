package provider

// Fetching reports whether the provider holds back requests.
func Fetching(p *Provider) bool {
	for _, pg := range p.inUse() {
		if pg.fetch != nil {
			return true
		}
	}
	return p.fetch != nil
}
